package org.esbmt.http.bc.internal.soap;

/**
 * The strictness of the check inside a SOAP Body. Each value finds the end of the envelope and applies all limits. Each
 * refuses a DOCTYPE, a second Header or Body, a TenantContext outside the Header, and bytes that are not characters of
 * XML in UTF-8. The envelope and the Header must always be well-formed.
 */
public enum BodyCheck {
    /**
     * Plain markup is counted, and not read tag by tag. The reader of the body checks names, attributes and references, as
     * well as all that {@link #ENVELOPE} leaves to it. A TenantContext of any namespace is refused in the Body.
     */
    STRUCTURE,
    /**
     * Each tag, comment, reference and character must be valid by itself. The reader of the body checks that end tags
     * match start tags, attributes are not repeated and prefixes are declared.
     */
    ENVELOPE,
    /** All of XML 1.0 and Namespaces in XML 1.0. */
    WELL_FORMED
}
