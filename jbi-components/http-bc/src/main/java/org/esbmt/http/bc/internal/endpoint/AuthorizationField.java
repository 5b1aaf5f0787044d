package org.esbmt.http.bc.internal.endpoint;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.http.bc.internal.endpoint.OutboundKeys.NoCredentialException;
import org.esbmt.message.security.api.BackEndSecret;

/** The field Authorization of one call to a back end. Stateless. */
final class AuthorizationField {
    private static final String NAME = "Authorization";
    /** A token of RFC 6750, section 2.1: nothing in it ends the field. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

    private static final int MOST_BYTES = 12 * 1024;
    private static final byte[] BASIC = (NAME + ": Basic ").getBytes(US_ASCII);
    private static final byte[] BEARER = (NAME + ": Bearer ").getBytes(US_ASCII);

    private AuthorizationField() {}

    /** The fields without the Authorization of a sender or of a route. */
    static Headers removed(Headers headers) {
        if (!headers.containsKey(NAME)) {
            return headers;
        }
        Headers.Builder others = new Headers.Builder();
        for (int i = 0; i < headers.size(); i++) {
            if (!headers.name(i).text().equalsIgnoreCase(NAME)) {
                others.put(headers.name(i), headers.value(i));
            }
        }
        return others.build();
    }

    /** The request head with user and password in UTF-8 (RFC 7617). */
    static byte[] basic(byte[] head, BackEndSecret secret) throws NoCredentialException {
        String user = user(secret);
        byte[] password = secret.value();
        boolean formed = new String(password, UTF_8).chars().noneMatch(Character::isISOControl);
        ByteArrayOutputStream pair = new ByteArrayOutputStream();
        pair.writeBytes((user + ":").getBytes(UTF_8));
        pair.writeBytes(password);
        Arrays.fill(password, (byte) 0);
        return with(head, BASIC, Base64.getEncoder().encode(pair.toByteArray()), formed, secret);
    }

    /** The request head with a token (RFC 6750). */
    static byte[] bearer(byte[] head, BackEndSecret secret) throws NoCredentialException {
        byte[] token = secret.value();
        return with(head, BEARER, token, TOKEN.matcher(new String(token, UTF_8)).matches(), secret);
    }

    /** The name of the user at the back end. */
    static String user(BackEndSecret secret) throws NoCredentialException {
        return secret.use()
                .userName()
                .orElseThrow(() -> new NoCredentialException(
                        "the " + secret + " has no user name; the administrator of its tenant sets it with one"));
    }

    private static byte[] with(byte[] head, byte[] field, byte[] value, boolean formed, BackEndSecret secret)
            throws NoCredentialException {
        if (!formed || value.length > MOST_BYTES) {
            throw new NoCredentialException("the " + secret + " cannot be a field of HTTP: it is too long, or has"
                    + " characters that are not allowed there");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(head.length + field.length + value.length + 2);
        out.writeBytes(head);
        out.writeBytes(field);
        out.writeBytes(value);
        out.write('\r');
        out.write('\n');
        return out.toByteArray();
    }
}
