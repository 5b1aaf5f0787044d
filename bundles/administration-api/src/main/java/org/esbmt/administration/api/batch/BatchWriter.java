package org.esbmt.administration.api.batch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.Content;

/** Writes one batch. Confined to one thread. */
final class BatchWriter {
    static final String BEGIN = "<batch xmlns=\"urn:esbmt:batch:1\">\n";
    static final String END = "</batch>\n";

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Map<Content, String> names = new LinkedHashMap<>();

    WrittenBatch write(Batch batch) throws IOException {
        StringBuilder text = new StringBuilder(BEGIN);
        int number = 0;
        for (Batch.Step step : batch.steps()) {
            number++;
            try {
                StepForm<?> form = StepForms.of(step.command());
                Element element = new Element(form.name());
                form.write(step.command(), element);
                step.expectedRevision().ifPresent(revision -> element.put("revision", String.valueOf(revision)));
                element.to(text, "  ");
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("step " + number + ": " + e.getMessage(), e);
            }
        }
        return new WrittenBatch(text.append(END).toString(), files);
    }

    Element element(String name) {
        return new Element(name);
    }

    final class Element implements StepField.Target {
        private final String name;
        private final StringBuilder attributes = new StringBuilder();
        private final List<Element> children = new ArrayList<>();

        private Element(String name) {
            this.name = name;
        }

        @Override
        public void put(String attribute, String value) {
            attributes.append(' ').append(attribute).append("=\"");
            value.codePoints().forEach(this::escaped);
            attributes.append('"');
        }

        /** Writes line ends and tabs as references, since a parser replaces them by spaces in an attribute. */
        private void escaped(int character) {
            switch (character) {
                case '&' -> attributes.append("&amp;");
                case '<' -> attributes.append("&lt;");
                case '>' -> attributes.append("&gt;");
                case '"' -> attributes.append("&quot;");
                case '\t', '\n', '\r' ->
                    attributes.append("&#").append(character).append(';');
                default -> attributes.appendCodePoint(character);
            }
        }

        @Override
        public Element child(String element) {
            Element child = new Element(element);
            children.add(child);
            return child;
        }

        @Override
        public String file(Content content) throws IOException {
            String known = names.get(content);
            if (known != null) {
                return known;
            }
            String file = "file-" + (files.size() + 1);
            files.put(file, content.open().readAllBytes());
            names.put(content, file);
            return file;
        }

        void to(StringBuilder text, String indent) {
            text.append(indent).append('<').append(name).append(attributes);
            if (children.isEmpty()) {
                text.append("/>\n");
                return;
            }
            text.append(">\n");
            children.forEach(child -> child.to(text, indent + "  "));
            text.append(indent).append("</").append(name).append(">\n");
        }
    }
}
