"""The lists of a hall: packed once for everybody that enters, and then their changes, in one send to each
connection."""
