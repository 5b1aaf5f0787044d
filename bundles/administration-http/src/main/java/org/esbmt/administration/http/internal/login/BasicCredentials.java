package org.esbmt.administration.http.internal.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/** Login and password of an Authorization field (RFC 7617). {@link #close} clears the password. */
public final class BasicCredentials implements GivenCredential {
    private static final String SCHEME = "Basic ";

    private final String login;
    private final char[] password;

    private BasicCredentials(String login, char[] password) {
        this.login = login;
        this.password = password;
    }

    /** Reads a field; empty for another scheme, and for anything malformed. */
    public static Optional<BasicCredentials> of(String field) {
        requireNonNull(field, "field");
        if (!field.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(field.substring(SCHEME.length()).strip());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        CharBuffer text;
        try {
            text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            return Optional.empty();
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
        try {
            return split(text);
        } finally {
            Arrays.fill(text.array(), '\0');
        }
    }

    private static Optional<BasicCredentials> split(CharBuffer text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                return Optional.empty();
            }
            if (c == ':') {
                char[] password = new char[text.length() - i - 1];
                text.subSequence(i + 1, text.length()).get(password);
                return Optional.of(new BasicCredentials(text.subSequence(0, i).toString(), password));
            }
        }
        return Optional.empty();
    }

    String login() {
        return login;
    }

    /** The characters themselves, not a copy. */
    char[] password() {
        return password;
    }

    @Override
    public void close() {
        Arrays.fill(password, '\0');
    }

    @Override
    public String toString() {
        return login + " (password)";
    }
}
