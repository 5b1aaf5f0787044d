package org.esbmt.http.bc.internal.soap;

/**
 * How closely the inside of a SOAP Body is looked at. In both cases every byte is read, the end of the envelope is found,
 * all limits hold, and a DOCTYPE, a second Body or a TenantContext outside the Header is refused; the envelope and the
 * Header are always held to well-formedness.
 */
public enum BodyCheck {
    /**
     * Each tag, comment, reference and character must be right by itself. That end tags repeat the names of their start
     * tags, that attributes are not doubled and that prefixes are declared is left to who reads the body.
     */
    ENVELOPE,
    /** All of XML 1.0 and Namespaces in XML 1.0. */
    WELL_FORMED
}
