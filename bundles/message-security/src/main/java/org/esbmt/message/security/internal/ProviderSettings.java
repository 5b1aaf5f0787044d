package org.esbmt.message.security.internal;

/** The configured provider of operations with RSA and EC keys. */
enum ProviderSettings {
    NATIVE,
    JDK;

    static final String PID = "org.esbmt.message.security";

    /** @throws IllegalArgumentException naming the key that is wrong */
    static ProviderSettings of(String value) {
        return switch (value.strip()) {
            case "native" -> NATIVE;
            case "jdk" -> JDK;
            default ->
                throw new IllegalArgumentException(PID + ": crypto.provider is native or jdk, but is '" + value + "'");
        };
    }
}
