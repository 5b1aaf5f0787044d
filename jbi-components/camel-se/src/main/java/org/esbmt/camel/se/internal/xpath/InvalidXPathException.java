package org.esbmt.camel.se.internal.xpath;

import java.util.List;
import org.esbmt.jbi.container.api.unit.Finding;

/** An expression that cannot be compiled, with the findings about it. */
public final class InvalidXPathException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Finding> findings;

    InvalidXPathException(List<Finding> findings) {
        super(findings.get(0).toString());
        this.findings = List.copyOf(findings);
    }

    /** The findings, at least one. */
    public List<Finding> findings() {
        return findings;
    }
}
