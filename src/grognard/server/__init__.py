"""The server of the browser board: HTTP and WebSocket, a database, bots beside the event loop."""
