package org.esbmt.administration.soap.internal.http;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Optional;
import org.esbmt.administration.soap.internal.vocabulary.SoapVersion;
import org.esbmt.http.api.RequestHead;

/**
 * The form of a message by the head of its request.
 *
 * @param boundary present if the envelope has archives beside it, as of MTOM
 * @param start the Content-ID of the envelope, if a multipart message names it
 * @param contentType for CXF, without the action
 * @param action without quotation marks; empty if there is none
 */
record MessageType(
        SoapVersion version,
        Optional<String> boundary,
        Optional<String> start,
        String contentType,
        Optional<String> action) {
    private static final String RELATED = "multipart/related";
    private static final String XOP = "application/xop+xml";
    private static final String ACTION = "action";

    MessageType {
        requireNonNull(version, "version");
        requireNonNull(boundary, "boundary");
        requireNonNull(start, "start");
        requireNonNull(contentType, "contentType");
        requireNonNull(action, "action");
    }

    /** Returns empty for every content type that is none of SOAP, and for another charset than UTF-8. */
    static Optional<MessageType> of(RequestHead head) {
        String field = head.field("Content-Type").orElse("");
        return ContentType.of(field)
                .flatMap(type -> type.mediaType().equals(RELATED) ? related(type, head) : plain(type, head));
    }

    private static Optional<MessageType> plain(ContentType type, RequestHead head) {
        String charset = type.parameter("charset").orElse("utf-8").toLowerCase(Locale.ROOT);
        return charset.equals("utf-8")
                ? version(type.mediaType())
                        .map(version -> new MessageType(
                                version,
                                Optional.empty(),
                                Optional.empty(),
                                version.mediaType() + "; charset=utf-8",
                                action(version, type, head)))
                : Optional.empty();
    }

    private static Optional<MessageType> related(ContentType type, RequestHead head) {
        Optional<ContentType> envelope = type.parameter("start-info").flatMap(ContentType::of);
        boolean mtom = type.parameter("type").filter(XOP::equalsIgnoreCase).isPresent()
                && type.parameter("boundary").filter(MessageType::isBoundary).isPresent()
                && type.parameter("start").map(MessageType::isIdentifier).orElse(true);
        return mtom && envelope.isPresent()
                ? version(envelope.get().mediaType())
                        .map(version -> new MessageType(
                                version,
                                type.parameter("boundary"),
                                type.parameter("start"),
                                related(type, version),
                                action(version, type, envelope.get(), head)))
                : Optional.empty();
    }

    /** The characters of RFC 2046, section 5.1.1, without the space. */
    private static boolean isBoundary(String text) {
        return text.matches("[0-9A-Za-z'()+_,./:=?-]{1,70}");
    }

    private static boolean isIdentifier(String text) {
        return text.matches("[!#-\\[\\]-~]{1,256}");
    }

    private static String related(ContentType type, SoapVersion version) {
        StringBuilder text = new StringBuilder(RELATED)
                .append("; type=\"")
                .append(XOP)
                .append("\"; start-info=\"")
                .append(version.mediaType())
                .append('"');
        quote(text, "boundary", type);
        quote(text, "start", type);
        return text.toString();
    }

    private static void quote(StringBuilder text, String name, ContentType type) {
        type.parameter(name).ifPresent(value -> text.append("; ")
                .append(name)
                .append("=\"")
                .append(value)
                .append('"'));
    }

    private static Optional<SoapVersion> version(String mediaType) {
        for (SoapVersion version : SoapVersion.values()) {
            if (version.mediaType().equals(mediaType)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> action(
            SoapVersion version, ContentType type, ContentType envelope, RequestHead head) {
        return version == SoapVersion.SOAP_12
                ? envelope.parameter(ACTION).or(() -> type.parameter(ACTION))
                : action(version, type, head);
    }

    private static Optional<String> action(SoapVersion version, ContentType type, RequestHead head) {
        return version == SoapVersion.SOAP_12
                ? type.parameter(ACTION)
                : head.field("SOAPAction").map(MessageType::unquoted);
    }

    private static String unquoted(String field) {
        String text = field.strip();
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }
}
