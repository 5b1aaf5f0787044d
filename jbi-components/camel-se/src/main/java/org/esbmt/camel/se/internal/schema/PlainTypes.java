package org.esbmt.camel.se.internal.schema;

import java.util.HashSet;
import java.util.Set;
import org.w3c.dom.TypeInfo;
import org.xml.sax.Attributes;

/**
 * The types that certainly have no pattern: XML schema's own, and named ones derived from these by other facets only.
 */
final class PlainTypes {
    private final Set<String> plain = new HashSet<>();
    private final Set<String> others = new HashSet<>();

    Reader reader() {
        return new Reader();
    }

    boolean has(TypeInfo type) {
        return type != null
                && type.getTypeName() != null
                && (SchemaCheck.XSD.equals(type.getTypeNamespace())
                        || (plain.contains(type.getTypeName()) && !others.contains(type.getTypeName())));
    }

    /** Reads one file's elements of XML schema. A name with two definitions is not plain. */
    final class Reader {
        private int depth;
        private String name;
        private int nameDepth;

        void begin(String local, String qualified, Attributes attributes) {
            depth++;
            String named = attributes.getValue("", "name");
            if (name == null) {
                if (named != null && local.equals("simpleType")) {
                    name = named;
                    nameDepth = depth;
                    plain.add(name);
                } else if (named != null && local.equals("complexType")) {
                    others.add(named);
                }
                return;
            }

            switch (local) {
                case "pattern", "list", "union", "simpleType" -> others.add(name);
                case "restriction" -> {
                    if (!isOwn(qualified, attributes.getValue("", "base"))) {
                        others.add(name);
                    }
                }
                default -> {
                    // another facet, or a comment
                }
            }
        }

        /** Returns true if the base has the element's prefix, and so belongs to XML schema. */
        private boolean isOwn(String qualified, String base) {
            return base != null && prefix(qualified).equals(prefix(base.strip()));
        }

        private String prefix(String qualified) {
            int colon = qualified.indexOf(':');
            return colon < 0 ? "" : qualified.substring(0, colon);
        }

        void end() {
            if (name != null && depth == nameDepth) {
                name = null;
            }
            depth--;
        }
    }
}
