"""The tables and figures of the papers that this project follows, measured again."""
