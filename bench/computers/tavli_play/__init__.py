"""Opponents and measuring sticks for the computer player of tavli."""
