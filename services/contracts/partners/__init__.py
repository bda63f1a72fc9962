"""What other systems may ask and follow through the gRPC front."""
