"""Tables in a worker's memory: state, viewers, the answers to their last commands, and what they wait for."""
