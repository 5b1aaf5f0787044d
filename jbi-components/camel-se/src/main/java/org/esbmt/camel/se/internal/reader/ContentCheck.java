package org.esbmt.camel.se.internal.reader;

import java.util.List;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/**
 * Checks the text of expressions and the files that routes name. Called while a unit is read; several at once. Never
 * throws for the text or files.
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

    /** The findings about an expression in a route. */
    List<Finding> xpath(Expression.XPath expression);

    /**
     * The findings about a stylesheet and its imports.
     *
     * @param file one of the unit's, which exists
     */
    List<Finding> stylesheet(String file, UnitFiles unit, Place namedAt);

    /**
     * The findings about an XML schema and its imports.
     *
     * @param file one of the unit's, which exists
     */
    List<Finding> schema(String file, UnitFiles unit, Place namedAt);
}
