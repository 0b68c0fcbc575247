"""What it is worth: one module, and one command, per question asked of the system."""
