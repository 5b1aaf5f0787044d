package org.esbmt.camel.se.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.camel.se.internal.document.EvaluationLimits;

/**
 * Limits of each evaluation in a route.
 *
 * @param xpath the limits of an XPath
 * @param xslt the limits of a transformation, or a validation
 */
record ContentLimits(EvaluationLimits xpath, EvaluationLimits xslt) {
    static final ContentLimits DEFAULTS = new ContentLimits(EvaluationLimits.XPATH, EvaluationLimits.XSLT);

    ContentLimits {
        requireNonNull(xpath, "xpath");
        requireNonNull(xslt, "xslt");
    }
}
