package org.esbmt.camel.se.internal;

import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.engine.Value;
import org.esbmt.camel.se.internal.model.Expression;

/** The engine's XPath, for tests of other packages. */
public final class XPaths {
    private XPaths() {}

    public static Value compile(Expression.XPath model) {
        return new XPathValue(model, EvaluationLimits.XPATH);
    }
}
