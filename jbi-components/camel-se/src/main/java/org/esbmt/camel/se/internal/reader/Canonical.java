package org.esbmt.camel.se.internal.reader;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.camel.se.internal.model.Place;

/** Names and formats that occur only in route files written by the bus. */
final class Canonical {
    /** The only file with routes in a unit that the bus has written. */
    static final String FILE = "routes.xml";

    static final String NAMESPACE = "urn:esbmt:routes:1";
    /** The attribute with the place of an element in the author's file, under its name in a {@link Node}. */
    static final String AT = "esbmt:at";

    private static final Pattern PLACE = Pattern.compile("(.{1,512}):([0-9]{1,9})", Pattern.DOTALL);

    private Canonical() {}

    static String at(Place place) {
        StringBuilder file = new StringBuilder();
        place.file()
                .codePoints()
                .limit(256)
                .forEach(c -> file.appendCodePoint(ExpressionReader.isXml(Character.toString(c)) ? c : '?'));
        return file + ":" + place.line();
    }

    static Optional<Place> place(String at) {
        Matcher m = PLACE.matcher(at);
        return m.matches() ? Optional.of(new Place(m.group(1), Integer.parseInt(m.group(2)))) : Optional.empty();
    }
}
