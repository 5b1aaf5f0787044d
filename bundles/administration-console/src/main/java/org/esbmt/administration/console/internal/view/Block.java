package org.esbmt.administration.console.internal.view;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A part of a page. Texts are translated, unless a component says otherwise. */
public sealed interface Block {

    /** Parts below a heading. */
    record Section(String id, String heading, List<Block> blocks) implements Block {
        public Section {
            requireNonNull(id, "id");
            requireNonNull(heading, "heading");
            blocks = List.copyOf(blocks);
        }
    }

    record Paragraph(String words) implements Block {
        public Paragraph {
            requireNonNull(words, "words");
        }
    }

    /** A sentence of the bus in place of a part that the administrator may not see. */
    record Note(String sentence) implements Block {
        public Note {
            requireNonNull(sentence, "sentence");
        }
    }

    /** The success of the last request. */
    record Done(String words) implements Block {
        public Done {
            requireNonNull(words, "words");
        }
    }

    /**
     * A refusal. The browser's focus moves to it.
     *
     * @param sentence the bus's own words, in English
     * @param advice the person who must act, in the bus's own words; may be empty
     */
    record Refused(String heading, String sentence, String advice, List<Finding> findings) implements Block {
        public Refused {
            requireNonNull(heading, "heading");
            requireNonNull(sentence, "sentence");
            requireNonNull(advice, "advice");
            findings = List.copyOf(findings);
        }
    }

    /**
     * A place at which an archive breaks a rule.
     *
     * @param text of the line; may be empty
     */
    record Finding(String file, OptionalInt line, String text, String sentence, String rule) {
        public Finding {
            requireNonNull(file, "file");
            requireNonNull(line, "line");
            requireNonNull(text, "text");
            requireNonNull(sentence, "sentence");
            requireNonNull(rule, "rule");
        }
    }

    /**
     * A password that is shown once.
     *
     * @param next a link to the login of its owner
     */
    record Secret(String heading, String words, String label, String value, Optional<Cell.Deed> next) implements Block {
        public Secret {
            requireNonNull(heading, "heading");
            requireNonNull(words, "words");
            requireNonNull(label, "label");
            requireNonNull(value, "value");
            requireNonNull(next, "next");
        }
    }

    /** Names with values. */
    record Facts(List<Fact> facts) implements Block {
        public Facts {
            facts = List.copyOf(facts);
        }

        public static Facts of(Fact... facts) {
            return new Facts(List.of(facts));
        }
    }

    record Fact(String label, Cell value) {
        public Fact {
            requireNonNull(label, "label");
            requireNonNull(value, "value");
        }
    }

    /**
     * A list of objects.
     *
     * @param rows the first cell of each is its heading
     * @param empty the text in place of a table without rows
     */
    record Table(
            String id, String caption, List<Column> columns, List<List<Cell>> rows, Optional<Pager> pager, Empty empty)
            implements Block {
        public Table {
            requireNonNull(id, "id");
            requireNonNull(caption, "caption");
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
            requireNonNull(pager, "pager");
            requireNonNull(empty, "empty");
        }
    }

    /** A column, perhaps of numbers. */
    record Column(String label, boolean numbers) {
        public Column {
            requireNonNull(label, "label");
        }

        public static Column of(String label) {
            return new Column(label, false);
        }

        public static Column numbers(String label) {
            return new Column(label, true);
        }
    }

    /** The text of an empty list: the reason, and the next step. */
    record Empty(String words, Optional<Cell.Deed> next) {
        public Empty {
            requireNonNull(words, "words");
            requireNonNull(next, "next");
        }

        public static Empty of(String words) {
            return new Empty(words, Optional.empty());
        }
    }

    /** Links to the pages before and after. */
    record Pager(String label, Optional<Cell.Deed> before, Optional<Cell.Deed> after) {
        public Pager {
            requireNonNull(label, "label");
            requireNonNull(before, "before");
            requireNonNull(after, "after");
        }
    }

    /**
     * A form that selects entries of a list.
     *
     * @param list the identifier of the table
     */
    record Search(String action, List<Field> fields, String button, String list) implements Block {
        public Search {
            requireNonNull(action, "action");
            fields = List.copyOf(fields);
            requireNonNull(button, "button");
            requireNonNull(list, "list");
        }
    }

    /**
     * A form that changes something.
     *
     * @param id unique on the page
     * @param words explains the effect; may be empty
     * @param button the verb and the name of the change
     * @param kind of its encoding and look
     */
    record Form(
            String id, String heading, String words, String action, List<Field> fields, String button, FormKind kind)
            implements Block {
        public Form {
            requireNonNull(id, "id");
            requireNonNull(heading, "heading");
            requireNonNull(words, "words");
            requireNonNull(action, "action");
            fields = List.copyOf(fields);
            requireNonNull(button, "button");
            requireNonNull(kind, "kind");
        }
    }

    /** The kinds of forms. */
    enum FormKind {
        PLAIN,
        /** Its effect cannot be undone. */
        FINAL,
        /** It has a file. */
        UPLOAD
    }

    /** Links to the pages of one object: cells of the kinds {@link Cell.Deed} and {@link Cell.Linked}. */
    record Links(String label, List<? extends Cell> links) implements Block {
        public Links {
            requireNonNull(label, "label");
            links = List.copyOf(links);
        }
    }

    /**
     * A text of a tenant or of the bus, line by line.
     *
     * @param id the beginning of the identifiers of the lines
     */
    record Source(String id, String label, List<String> lines) implements Block {
        public Source {
            requireNonNull(id, "id");
            requireNonNull(label, "label");
            lines = List.copyOf(lines);
        }
    }

    /** A text to copy into a shell. */
    record Command(String label, String text) implements Block {
        public Command {
            requireNonNull(label, "label");
            requireNonNull(text, "text");
        }
    }

    /**
     * Parts that are read again after each event while they change. Without scripts the page has a link for it.
     *
     * @param href the page that has them
     * @param events the stream; without it they are read every two seconds
     * @param running true if they may still change
     */
    record Live(String id, String href, String events, boolean running, String again, List<Block> blocks)
            implements Block {
        public Live {
            requireNonNull(id, "id");
            requireNonNull(href, "href");
            requireNonNull(events, "events");
            requireNonNull(again, "again");
            blocks = List.copyOf(blocks);
        }
    }

    /**
     * Values over time.
     *
     * @param data the address of the points, as JSON
     * @param labels a name for each line, data of administration
     * @param empty the text in place of a plot without a number above zero
     * @param isEmpty true if it has none now
     * @param events the stream with newer points; without it, they are read every five seconds
     */
    record Plot(
            String caption, String data, List<String> labels, String empty, boolean isEmpty, Optional<Events> events)
            implements Block {
        public Plot {
            requireNonNull(caption, "caption");
            requireNonNull(data, "data");
            labels = List.copyOf(labels);
            requireNonNull(empty, "empty");
            requireNonNull(events, "events");
        }
    }

    /**
     * A stream of events with the points of all plots of a page.
     *
     * @param name of this plot in an event
     */
    record Events(String address, String name) {
        public Events {
            requireNonNull(address, "address");
            requireNonNull(name, "name");
        }
    }

    /**
     * A route as a picture and as a list.
     *
     * @param source the identifier of the {@link Source} with its lines
     * @param list the heading of the list
     */
    record Route(String label, String source, String list, List<Outline> steps) implements Block {
        public Route {
            requireNonNull(label, "label");
            requireNonNull(source, "source");
            requireNonNull(list, "list");
            steps = List.copyOf(steps);
        }
    }

    /** The parts inside of this one. */
    default Stream<Block> inside() {
        if (this instanceof Section section) {
            return section.blocks().stream();
        }
        return this instanceof Live live ? live.blocks().stream() : Stream.empty();
    }
}
