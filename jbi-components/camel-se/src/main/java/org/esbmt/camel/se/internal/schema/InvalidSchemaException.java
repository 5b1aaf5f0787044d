package org.esbmt.camel.se.internal.schema;

import java.util.List;
import org.esbmt.jbi.container.api.unit.Finding;

/** A schema that cannot be compiled, with the findings about it. */
public final class InvalidSchemaException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Finding> findings;

    InvalidSchemaException(List<Finding> findings) {
        super(findings.get(0).toString());
        this.findings = List.copyOf(findings);
    }

    /** The findings, at least one. */
    public List<Finding> findings() {
        return findings;
    }
}
