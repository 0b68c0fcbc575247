"""What the bot does: rasa-sdk custom actions that run inside the service process and call the engine."""
