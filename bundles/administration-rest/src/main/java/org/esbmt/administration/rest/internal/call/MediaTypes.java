package org.esbmt.administration.rest.internal.call;

import java.util.List;
import java.util.Map;
import org.esbmt.administration.catalogue.Word;

/** The media types of bodies. */
public final class MediaTypes {
    public static final String JSON = "application/json";
    public static final String PROBLEM = "application/problem+json";
    public static final String XML = "application/xml";
    public static final String FORM = "multipart/form-data";

    private static final String BYTES = "application/octet-stream";
    private static final String ZIP = "application/zip";
    /** RFC 2585, section 4.2. */
    private static final String PKIX_CRL = "application/pkix-crl";

    /** The media types of a batch. */
    public static final List<String> OF_BATCHES = List.of(JSON, XML, FORM);

    private static final Map<String, String> OF_WORDS =
            Map.of("archive", ZIP, "installer", ZIP, "wsdl", XML, "document", XML, "crl", PKIX_CRL);

    private MediaTypes() {}

    /** The media types of a word of kind BYTES. */
    public static List<String> of(Word<?> content) {
        String own = OF_WORDS.get(content.name());
        return own == null ? List.of(BYTES) : List.of(own, BYTES);
    }
}
