package org.esbmt.camel.se.internal.reader;

import java.util.List;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/**
 * Checks the text of expressions and the files named by routes. Called while a unit is read; thread-safe. Never throws
 * because of the text or files.
 */
public interface ContentCheck {
    /** Accepts everything. */
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
     * @param file an existing file of the unit
     */
    List<Finding> stylesheet(String file, UnitFiles unit, Place namedAt);

    /**
     * The findings about an XML schema and its imports.
     *
     * @param file an existing file of the unit
     */
    List<Finding> schema(String file, UnitFiles unit, Place namedAt);
}
