package org.esbmt.message.security.internal;

import static org.esbmt.message.security.internal.Names.bytes;

import java.util.Arrays;
import java.util.List;
import org.esbmt.message.security.api.SessionToken.Version;

/** The versions of WS-SecureConversation and WS-Trust, by their namespaces. */
public final class Conversation {
    public static final Conversation FEBRUARY_2005 = new Conversation(
            Version.FEBRUARY_2005,
            "http://schemas.xmlsoap.org/ws/2005/02/sc",
            "http://schemas.xmlsoap.org/ws/2005/02/trust");
    public static final Conversation OASIS_1_3 = new Conversation(
            Version.OASIS_1_3,
            "http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512",
            "http://docs.oasis-open.org/ws-sx/ws-trust/200512");

    private static final List<Conversation> ALL = List.of(FEBRUARY_2005, OASIS_1_3);

    private final Version version;
    private final String namespace;
    private final String trust;
    private final byte[] namespaceBytes;
    private final byte[] trustBytes;
    private final byte[] tokenType;
    private final byte[] derivedKeyType;
    private final byte[] derivation;

    private Conversation(Version version, String namespace, String trust) {
        this.version = version;
        this.namespace = namespace;
        this.trust = trust;
        this.namespaceBytes = bytes(namespace);
        this.trustBytes = bytes(trust);
        this.tokenType = bytes(tokenType());
        this.derivedKeyType = bytes(derivedKeyType());
        this.derivation = bytes(namespace + "/dk/p_sha1");
    }

    public static Conversation of(Version version) {
        return version == Version.FEBRUARY_2005 ? FEBRUARY_2005 : OASIS_1_3;
    }

    public static List<Conversation> all() {
        return ALL;
    }

    public Version version() {
        return version;
    }

    /** The namespace of SecurityContextToken and DerivedKeyToken. */
    public String namespace() {
        return namespace;
    }

    public byte[] namespaceBytes() {
        return namespaceBytes;
    }

    /** The namespace of RequestSecurityToken. */
    public String trust() {
        return trust;
    }

    public byte[] trustBytes() {
        return trustBytes;
    }

    /** The type of a SecurityContextToken. */
    public String tokenType() {
        return namespace + "/sct";
    }

    /** The type of a DerivedKeyToken. */
    public String derivedKeyType() {
        return namespace + "/dk";
    }

    public boolean isTokenType(byte[] type) {
        return Arrays.equals(tokenType, type);
    }

    public boolean isDerivedKeyType(byte[] type) {
        return Arrays.equals(derivedKeyType, type);
    }

    /** True for the derivation of keys by P_SHA-1. */
    public boolean isDerivation(byte[] algorithm) {
        return Arrays.equals(derivation, algorithm);
    }
}
