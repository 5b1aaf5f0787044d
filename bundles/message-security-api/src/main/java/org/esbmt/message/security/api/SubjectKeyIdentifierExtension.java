package org.esbmt.message.security.api;

import java.util.Arrays;
import java.util.Optional;

/** The extension of a certificate (RFC 5280, section 4.2.1.2): an OCTET STRING within the extension's OCTET STRING. */
final class SubjectKeyIdentifierExtension {
    static final String OID = "2.5.29.14";

    private static final int OCTET_STRING = 4;
    private static final int HEAD = 2;
    private static final int SHORT_FORM = 128;

    private SubjectKeyIdentifierExtension() {}

    /** Empty if the identifier is malformed or has more than 123 bytes. */
    static Optional<byte[]> read(byte[] extension) {
        return content(extension).flatMap(SubjectKeyIdentifierExtension::content);
    }

    private static Optional<byte[]> content(byte[] der) {
        boolean good =
                der.length > HEAD && der.length < SHORT_FORM && der[0] == OCTET_STRING && der[1] == der.length - HEAD;
        return good ? Optional.of(Arrays.copyOfRange(der, HEAD, der.length)) : Optional.empty();
    }
}
