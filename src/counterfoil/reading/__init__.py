"""Turns bytes into a Reading: mail parts, who wrote each span, views, language; decides nothing."""
