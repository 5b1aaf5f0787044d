package org.esbmt.http.bc.internal.soap;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Writes the bus's own faults. Their detail is the {@code TenantFault} of {@code docs/contracts/tenant-context.xsd}.
 * Two faults of one code differ in their correlation id and in the time to wait. If the code is not {@linkplain
 * FaultCode#uniform() uniform}, they differ in their sentence too.
 */
public final class SoapFaults {
    private static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

    private SoapFaults() {}

    /** A fault with the sentence of the code. */
    public static byte[] of(SoapVersion version, FaultCode code, UUID correlationId) {
        return of(version, code, code.sentence(), OptionalLong.empty(), correlationId);
    }

    /** The fault for a message that was refused because of its form. */
    public static byte[] of(SoapVersion version, HeadResult.Refused refused, UUID correlationId) {
        return of(version, refused.code(), refused.sentence(), OptionalLong.empty(), correlationId);
    }

    /**
     * A whole SOAP message in UTF-8, for a response with {@link FaultCode#httpStatus} and {@link
     * SoapVersion#contentType}.
     *
     * @param sentence for the sender; not used if the code is uniform
     * @param retryAfterMillis the time after which a repetition may succeed
     * @param correlationId also in the log
     */
    public static byte[] of(
            SoapVersion version, FaultCode code, String sentence, OptionalLong retryAfterMillis, UUID correlationId) {
        requireNonNull(correlationId, "correlationId");
        StringBuilder out = new StringBuilder(768);
        String reason = code.uniform() ? code.sentence() : sentence;
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soap:Envelope xmlns:soap=\"")
                .append(version.namespace())
                .append('"');
        if (code.wsse() != null) {
            out.append(" xmlns:wsse=\"").append(WSSE).append('"');
        }
        out.append("><soap:Body><soap:Fault>");
        if (version == SoapVersion.SOAP_1_1) {
            out.append("<faultcode>")
                    .append(code.wsse() == null ? "soap:" + code1(code) : "wsse:" + code.wsse())
                    .append("</faultcode><faultstring xml:lang=\"en\">");
            escaped(reason, out);
            out.append("</faultstring><detail>");
            detail(code, retryAfterMillis, correlationId, out);
            out.append("</detail>");
        } else {
            out.append("<soap:Code><soap:Value>soap:").append(code2(code)).append("</soap:Value>");
            if (code.wsse() != null) {
                out.append("<soap:Subcode><soap:Value>wsse:")
                        .append(code.wsse())
                        .append("</soap:Value></soap:Subcode>");
            }
            out.append("</soap:Code><soap:Reason><soap:Text xml:lang=\"en\">");
            escaped(reason, out);
            out.append("</soap:Text></soap:Reason><soap:Detail>");
            detail(code, retryAfterMillis, correlationId, out);
            out.append("</soap:Detail>");
        }
        out.append("</soap:Fault></soap:Body></soap:Envelope>");
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String code1(FaultCode code) {
        return switch (code.blame()) {
            case SENDER -> "Client";
            case RECEIVER -> "Server";
            case VERSION -> "VersionMismatch";
        };
    }

    private static String code2(FaultCode code) {
        return switch (code.blame()) {
            case SENDER -> "Sender";
            case RECEIVER -> "Receiver";
            case VERSION -> "VersionMismatch";
        };
    }

    private static void detail(FaultCode code, OptionalLong retryAfterMillis, UUID correlationId, StringBuilder out) {
        out.append("<TenantFault xmlns=\"urn:esbmt:tenant-context:1\"><code>")
                .append(code.name())
                .append("</code>");
        if (retryAfterMillis.isPresent()) {
            out.append("<retryAfterMillis>")
                    .append(Math.max(0, retryAfterMillis.getAsLong()))
                    .append("</retryAfterMillis>");
        }
        out.append("<correlationID>").append(correlationId).append("</correlationID></TenantFault>");
    }

    /**
     * Escapes the text, so that the fault stays well-formed. A character that XML does not allow becomes a question
     * mark.
     */
    private static void escaped(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '<') {
                out.append("&lt;");
            } else if (c == '>') {
                out.append("&gt;");
            } else if (c == '&') {
                out.append("&amp;");
            } else if ((c < ' ' && c != '\t' && c != '\n') || c >= 0xFFFE || unpaired(text, i)) {
                out.append('?');
            } else {
                out.append(c);
            }
        }
    }

    private static boolean unpaired(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }
}
