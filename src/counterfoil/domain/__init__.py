"""The words of the house: frozen data and pure rules; no input, no output, no clock, no third-party code."""
