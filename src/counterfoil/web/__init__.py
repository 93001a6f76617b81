"""The reviewer's desk in a browser, the JSON interface and webhooks; it can't quote, execute or hold a payment key."""
