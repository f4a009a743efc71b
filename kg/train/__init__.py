"""Makes the model that `kg` reads with. Imported by nobody, not in the wheel; needs the extra `train`."""
