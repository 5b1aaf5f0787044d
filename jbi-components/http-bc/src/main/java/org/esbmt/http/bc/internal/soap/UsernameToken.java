package org.esbmt.http.bc.internal.soap;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The UsernameToken in a message's head (WS-Security UsernameToken Profile 1.1.1): a claim that is not verified. Offsets
 * count bytes from the message's first.
 */
public final class UsernameToken {
    private final String username;
    private final byte[] password;
    private final String flaw;
    private final int blockFrom;
    private final int blockTo;

    /**
     * @param flaw the reason why the token proves nothing; null for a token with user name and password
     * @param blockFrom the first byte of its Security block
     * @param blockTo the byte after its Security block
     */
    UsernameToken(String username, byte[] password, String flaw, int blockFrom, int blockTo) {
        this.username = requireNonNull(username, "username");
        this.password = requireNonNull(password, "password");
        this.flaw = flaw;
        this.blockFrom = blockFrom;
        this.blockTo = blockTo;
    }

    /** The identifier or the login of a user, as written. */
    public String username() {
        return username;
    }

    /** The password's UTF-8 bytes, not a copy. */
    public byte[] password() {
        return password;
    }

    /** The reason why the token proves nothing: part of a sentence, without a value of the message. */
    public Optional<String> flaw() {
        return Optional.ofNullable(flaw);
    }

    public int blockFrom() {
        return blockFrom;
    }

    public int blockTo() {
        return blockTo;
    }

    /** Shows neither name nor password. */
    @Override
    public String toString() {
        return "UsernameToken";
    }
}
