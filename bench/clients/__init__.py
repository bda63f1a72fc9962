"""The client packages and the web client, tried as somebody outside gets them."""
