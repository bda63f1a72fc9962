"""A whole platform as separate processes on private servers: started, measured, compared with what was seen."""
