"""Order books behind the port `orders`; files are checked here, prices are not computed here."""
