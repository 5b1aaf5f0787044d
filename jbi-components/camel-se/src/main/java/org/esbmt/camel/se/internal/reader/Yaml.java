package org.esbmt.camel.se.internal.reader;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.esbmt.camel.se.internal.model.Place;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A value of a YAML file: one document of texts, lists and maps. Scalars are always texts; tags, anchors and aliases
 * are refused. So nothing is expanded or constructed.
 *
 * @param items the items of a list, or alternating keys and values of a map
 */
record Yaml(Kind kind, String text, List<Yaml> items, Place place) {
    enum Kind {
        SCALAR,
        LIST,
        MAP
    }

    private static final int DEEPEST = 128;
    private static final int MOST_VALUES = 50_000;
    private static final int MOST_TEXT = 64 * 1024;

    /** The value of the file; empty with a finding if it is not acceptable YAML. */
    static Optional<Yaml> read(String file, byte[] bytes, Findings findings) {
        String text;
        try {
            text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            findings.add(new Place(file, 0), "yaml.not-well-formed", "The file is not in UTF-8.");
            return Optional.empty();
        }
        LoadSettings settings = LoadSettings.builder()
                .setLabel("routes")
                .setUseMarks(true)
                .setParseComments(false)
                .setCodePointLimit(RouteUnitReader.MOST_BYTES + 1)
                // the whole text at once: the scanner copies the present part of a long token at each read
                .setBufferSize(text.length() + 1)
                .build();
        Composer composer =
                new Composer(file, new Parse(settings).parseString(text).iterator());
        try {
            return Optional.of(composer.document());
        } catch (RefusedYamlException e) {
            findings.add(new Place(file, e.line), e.rule, e.getMessage());
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(Mark::getLine).orElse(-1) + 1;
            findings.add(
                    new Place(file, line),
                    "yaml.not-well-formed",
                    "This is not YAML: " + Findings.quoted(String.valueOf(e.getProblem())));
        } catch (YamlEngineException e) {
            findings.add(new Place(file, 0), "yaml.not-well-formed", "This is not YAML: " + firstLine(e));
        }
        return Optional.empty();
    }

    private static String firstLine(Exception e) {
        return Findings.quoted(
                String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }

    private static final class RefusedYamlException extends Exception {
        private static final long serialVersionUID = 1L;
        private final int line;
        private final String rule;

        RefusedYamlException(Event event, String rule, String sentence) {
            super(sentence, null, false, false);
            this.line = line(event);
            this.rule = rule;
        }
    }

    private static int line(Event event) {
        return event.getStartMark().map(m -> m.getLine() + 1).orElse(0);
    }

    /** Takes events one after the other, so that reading stops at a value that is too deep. */
    private static final class Composer {
        private final String file;
        private final Iterator<Event> events;
        private int values;

        Composer(String file, Iterator<Event> events) {
            this.file = file;
            this.events = events;
        }

        Yaml document() throws RefusedYamlException {
            events.next();
            Event start = events.next();
            if (!(start instanceof DocumentStartEvent document)) {
                throw new RefusedYamlException(start, "yaml.not-well-formed", "The file is empty.");
            }
            if (!document.getTags().isEmpty()) {
                throw new RefusedYamlException(start, "yaml.tag", "A TAG directive is not accepted.");
            }
            Yaml yaml = value(events.next(), 1);
            events.next();
            Event end = events.next();
            if (end.getEventId() != Event.ID.StreamEnd) {
                throw new RefusedYamlException(end, "yaml.not-well-formed", "A file has one document.");
            }
            return yaml;
        }

        private Yaml value(Event event, int depth) throws RefusedYamlException {
            if (event instanceof AliasEvent) {
                throw new RefusedYamlException(event, "yaml.alias", "An alias is not accepted.");
            }
            if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
                throw new RefusedYamlException(event, "yaml.alias", "An anchor is not accepted.");
            }
            if (depth > DEEPEST || ++values > MOST_VALUES) {
                throw new RefusedYamlException(
                        event,
                        "yaml.limit",
                        "A file has at most " + MOST_VALUES + " values, " + DEEPEST + " inside of one another.");
            }
            Place place = new Place(file, line(event));
            if (event instanceof ScalarEvent scalar) {
                return scalar(scalar, place);
            }
            CollectionStartEvent collection = (CollectionStartEvent) event;
            if (collection.getTag().isPresent()) {
                throw tag(event);
            }
            List<Yaml> items = new ArrayList<>();
            Event next = events.next();
            while (next.getEventId() != Event.ID.SequenceEnd && next.getEventId() != Event.ID.MappingEnd) {
                items.add(value(next, depth + 1));
                next = events.next();
            }
            Kind kind = event.getEventId() == Event.ID.SequenceStart ? Kind.LIST : Kind.MAP;
            return new Yaml(kind, "", items, place);
        }

        private static Yaml scalar(ScalarEvent scalar, Place place) throws RefusedYamlException {
            if (scalar.getTag().isPresent()) {
                throw tag(scalar);
            }
            if (scalar.getValue().getBytes(UTF_8).length > MOST_TEXT) {
                throw new RefusedYamlException(scalar, "yaml.limit", "A text has at most " + MOST_TEXT + " bytes.");
            }
            return new Yaml(Kind.SCALAR, scalar.getValue(), List.of(), place);
        }

        private static RefusedYamlException tag(Event event) {
            return new RefusedYamlException(event, "yaml.tag", "A tag is not accepted.");
        }
    }
}
