package org.esbmt.message.security.internal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds elements in the text of a message, as an attacker does. */
public final class Xml {

    private Xml() {}

    /** The first element of a name as it is written, with its tags. */
    public static String element(String message, String name) {
        Matcher found = Pattern.compile("<" + name + "[\\s>].*?</" + name + ">", Pattern.DOTALL)
                .matcher(message);
        if (!found.find()) {
            throw new IllegalArgumentException(name + " is not in " + message);
        }
        return found.group();
    }

    /** The text of the first element of a name. */
    public static String text(String message, String name) {
        String element = element(message, name);
        return element.substring(element.indexOf('>') + 1, element.lastIndexOf("</"));
    }

    /** The first value of an attribute in the first element of a name. */
    public static String attribute(String message, String name, String attribute) {
        Matcher found = Pattern.compile("<" + name + "\\s[^>]*?" + attribute + "=\"([^\"]*)\"")
                .matcher(message);
        if (!found.find()) {
            throw new IllegalArgumentException(attribute + " is not in " + message);
        }
        return found.group(1);
    }
}
