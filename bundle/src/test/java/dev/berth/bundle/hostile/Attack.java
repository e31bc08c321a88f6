package dev.berth.bundle.hostile;

/// One bundle that must be refused: what kind of attack it is, which variant, and its bytes.
record Attack(String kind, String variant, Making making) {
    /// Makes the bytes when they are needed.
    interface Making {
        byte[] make() throws Exception;
    }

    @Override
    public String toString() {
        return kind + ": " + variant;
    }
}
