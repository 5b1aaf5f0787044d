package org.esbmt.http.bc.internal.soap;

/**
 * The strictness of the check inside of a SOAP Body. Either value reads every byte, finds the end of the envelope and
 * holds all limits. Either refuses a DOCTYPE, a second Body, or a TenantContext outside the Header. The envelope and
 * the Header are always held to well-formedness.
 */
public enum BodyCheck {
    /**
     * Each tag, comment, reference and character must be right by itself. The reader of the body checks that end tags
     * match start tags, attributes are not doubled and prefixes are declared.
     */
    ENVELOPE,
    /** All of XML 1.0 and Namespaces in XML 1.0. */
    WELL_FORMED
}
