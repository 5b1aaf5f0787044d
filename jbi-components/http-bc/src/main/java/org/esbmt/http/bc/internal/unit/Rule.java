package org.esbmt.http.bc.internal.unit;

import java.util.Locale;

/** The rules for units of this component; the guide lists them. */
enum Rule {
    ATTRIBUTE,
    BUS_NAME,
    DUPLICATE,
    ELEMENT,
    EMPTY,
    FILE,
    LOCATION,
    MISSING,
    NAME,
    PLACEHOLDER,
    VALUE,
    WSDL,
    WSDL_IMPORT;

    /** {@code http.wsdl-import}. */
    @Override
    public String toString() {
        return "http." + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
