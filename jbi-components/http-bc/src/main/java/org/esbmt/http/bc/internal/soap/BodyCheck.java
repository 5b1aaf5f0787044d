package org.esbmt.http.bc.internal.soap;

/**
 * The strictness of the check inside a SOAP Body. Either value reads every byte, finds the end of the envelope and
 * applies all limits. Either refuses a DOCTYPE, a second Body, or a TenantContext outside the Header. The envelope and
 * the Header must always be well-formed.
 */
public enum BodyCheck {
    /**
     * Each tag, comment, reference and character must be valid by itself. The reader of the body checks that end tags
     * match start tags, attributes are not repeated and prefixes are declared.
     */
    ENVELOPE,
    /** All of XML 1.0 and Namespaces in XML 1.0. */
    WELL_FORMED
}
