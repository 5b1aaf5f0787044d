package org.esbmt.camel.se.internal.xpath;

import java.util.List;
import org.esbmt.xml.api.StartTag;

/**
 * An absolute path that can be followed while a document is read: child steps, the first of which may be at any depth.
 * It selects the last element, or an attribute or the text nodes of it.
 *
 * @param anywhere true if it begins with {@code //}
 */
@SuppressWarnings("ArrayRecordComponent") // paths are never compared
record StreamPath(boolean anywhere, List<Step> steps, End end, byte[] attribute, int attributeNamespace) {
    static final int MOST_STEPS = 60;

    enum End {
        ELEMENT,
        ATTRIBUTE,
        TEXT
    }

    /**
     * One element.
     *
     * @param local null for any name
     * @param position the position among the children that the step matches otherwise; 0 for all of them
     * @param attribute the name of a required attribute, with a value; null for none
     */
    @SuppressWarnings("ArrayRecordComponent") // steps are never compared
    record Step(byte[] local, int namespace, int position, byte[] attribute, int attributeNamespace, byte[] value) {
        boolean matches(StartTag tag) {
            return (local == null || tag.is(namespace, local)) && (attribute == null || hasAttribute(tag));
        }

        private boolean hasAttribute(StartTag tag) {
            int found = find(tag, attribute, attributeNamespace);
            return found >= 0 && tag.attributeValueIs(found, value);
        }
    }

    /** The index of the tag's attribute with the name; below 0 if there is none. */
    static int find(StartTag tag, byte[] local, int namespace) {
        for (int i = 0; i < tag.attributeCount(); i++) {
            if (tag.attributeLocalIs(i, local) && tag.attributeNamespace(i) == namespace) {
                return i;
            }
        }
        return -1;
    }
}
