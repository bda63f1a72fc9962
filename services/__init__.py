"""The services of Kafeneio; see ARCHITECTURE.md for who owns what."""

import warnings

# In every process that imports one it would be the first line on standard error, and the only one that is not JSON.
warnings.filterwarnings("ignore", message="(?s).*Eventlet is deprecated")
