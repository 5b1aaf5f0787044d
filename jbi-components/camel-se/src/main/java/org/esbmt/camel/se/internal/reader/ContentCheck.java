package org.esbmt.camel.se.internal.reader;

import java.util.List;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/**
 * Judges what stands inside of expressions and files that routes name. Called while a unit is read; several at once.
 * Never throws for what it is given.
 */
public interface ContentCheck {
    /** Everything is right. */
    ContentCheck NONE = new ContentCheck() {
        @Override
        public List<Finding> xpath(Expression.XPath expression) {
            return List.of();
        }

        @Override
        public List<Finding> stylesheet(String file, UnitFiles unit, Place namedAt) {
            return List.of();
        }

        @Override
        public List<Finding> schema(String file, UnitFiles unit, Place namedAt) {
            return List.of();
        }
    };

    /** Of an expression in a route. */
    List<Finding> xpath(Expression.XPath expression);

    /**
     * Of a stylesheet, and what it imports.
     *
     * @param file one of the unit's, which exists
     */
    List<Finding> stylesheet(String file, UnitFiles unit, Place namedAt);

    /**
     * Of an XML schema, and what it imports.
     *
     * @param file one of the unit's, which exists
     */
    List<Finding> schema(String file, UnitFiles unit, Place namedAt);
}
