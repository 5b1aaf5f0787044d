package org.esbmt.administration.rest.internal.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.api.batch.BatchSteps;
import org.esbmt.administration.api.batch.BatchSteps.Attribute;
import org.esbmt.administration.api.batch.BatchSteps.Values;
import org.esbmt.administration.api.batch.BatchText;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;

/**
 * A batch in JSON: {@code {"steps": [{"lockUser": {"tenant": "...", "login": "nina"}}], "files": {"orders.zip": "<base64>"}}}. The steps
 * have the names and attributes of the XML. The result is the text in XML, whose reader checks the values. Confined to one request.
 */
public final class JsonBatch {
    /** The largest number of bytes of a body: the text of a batch, and its files in base64. */
    public static final long MAX_BYTES = BatchText.MAX_BYTES + BatchText.MAX_ARCHIVES_BYTES / 3 * 4 + (1 << 20);

    public static final String STEPS = "steps";
    public static final String FILES = "files";
    public static final String QUOTAS = "quotas";

    private static final int MAX_FILES = 1_000;

    private final BatchSteps steps = new BatchSteps();
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private int count;
    private boolean hasSteps;
    private boolean hasFiles;
    private long bytes;

    private JsonBatch() {}

    /**
     * The values of the words of a batch.
     *
     * @param text XML with the passwords of the batch
     * @param names the names of the files
     * @param files their bytes, in the same order
     */
    public record Words(String text, List<String> names, List<byte[]> files) {
        public Words {
            names = List.copyOf(names);
            files = List.copyOf(files);
        }

        /** Does not show the passwords. */
        @Override
        public String toString() {
            return "a batch with the files " + names;
        }
    }

    /**
     * Reads a batch.
     *
     * @throws Refusal with the number of the step, and without any password
     * @throws IOException if the body cannot be read
     */
    public static Words read(InputStream body) throws IOException, Refusal {
        JsonBatch batch = new JsonBatch();
        return new JsonBody(body, MAX_BYTES).read(batch::words);
    }

    private Words words(JsonParser in) throws IOException, Refusal {
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            in.nextToken();
            switch (name) {
                case STEPS -> steps(in);
                case FILES -> files(in);
                default ->
                    throw Refusal.invalid(
                            JsonWords.shown(name), "a batch has no field '" + JsonWords.shown(name) + "'");
            }
        }
        if (!hasSteps) {
            throw Refusal.invalid(STEPS, STEPS + " is missing");
        }
        if (count == 0) {
            throw Refusal.invalid(STEPS, STEPS + " has at least one step");
        }
        return new Words(steps.text(), List.copyOf(files.keySet()), List.copyOf(files.values()));
    }

    private void steps(JsonParser in) throws IOException, Refusal {
        if (hasSteps) {
            throw Refusal.invalid(STEPS, STEPS + " stands there twice");
        }
        hasSteps = true;
        if (in.currentToken() != JsonToken.START_ARRAY) {
            throw Refusal.invalid(STEPS, STEPS + " is a list");
        }
        while (in.nextToken() != JsonToken.END_ARRAY) {
            count++;
            if (count > Batch.MAX_STEPS) {
                throw Refusal.invalid(STEPS, "a batch has at most " + Batch.MAX_STEPS + " steps");
            }
            step(in);
        }
    }

    /** Reads an object with one field, whose name is the kind of the step. */
    private void step(JsonParser in) throws IOException, Refusal {
        if (in.currentToken() != JsonToken.START_OBJECT || in.nextToken() != JsonToken.FIELD_NAME) {
            throw refusal("it is an object with one field, its kind");
        }
        Values values = added(in.currentName());
        in.nextToken();
        values(in, values);
        if (in.nextToken() != JsonToken.END_OBJECT) {
            throw refusal("it is an object with one field, its kind");
        }
    }

    private Values added(String kind) throws Refusal {
        try {
            return steps.add(kind);
        } catch (IllegalArgumentException e) {
            throw refusal("a batch has no step '" + JsonWords.shown(kind) + "'");
        }
    }

    private void values(JsonParser in, Values values) throws IOException, Refusal {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw refusal("its values are an object");
        }
        boolean quotas = false;
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            in.nextToken();
            Optional<Attribute> attribute = values.attribute(name);
            if (attribute.isPresent()) {
                put(values, name, checked(attribute.get(), value(in, attribute.get())));
            } else if (name.equals(QUOTAS) && values.hasQuotas()) {
                if (quotas) {
                    throw refusal(QUOTAS + " stands there twice");
                }
                quotas = true;
                quotas(in, values);
            } else {
                throw refusal("it has no field '" + JsonWords.shown(name) + "'");
            }
        }
        if (!values.missing().isEmpty()) {
            throw refusal(values.missing().get(0) + " is missing");
        }
    }

    private String checked(Attribute attribute, String value) throws Refusal {
        Optional<String> broken = attribute.broken(value);
        if (broken.isPresent()) {
            throw refusal(attribute.name() + " " + broken.get());
        }
        return value;
    }

    private void put(Values values, String name, String value) throws Refusal {
        try {
            values.put(name, value);
        } catch (IllegalArgumentException e) {
            throw refusal(name + " stands there twice");
        }
    }

    private String value(JsonParser in, Attribute attribute) throws IOException, Refusal {
        String name = attribute.name();
        return switch (attribute.type()) {
            case "Amount", "Revision" -> {
                if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
                    throw refusal(name + " is a whole number");
                }
                yield in.getText();
            }
            case "Roles" -> String.join(" ", texts(in, name));
            default -> text(in, name);
        };
    }

    private List<String> texts(JsonParser in, String name) throws IOException, Refusal {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            throw refusal(name + " is a list of texts");
        }
        List<String> texts = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            String text = text(in, name);
            if (text.isBlank() || text.contains(" ")) {
                throw refusal(name + " has texts without spaces");
            }
            texts.add(text);
        }
        return texts;
    }

    private String text(JsonParser in, String name) throws IOException, Refusal {
        if (in.currentToken() != JsonToken.VALUE_STRING) {
            throw refusal(name + " is a text");
        }
        return Texts.checked(name, in.getText());
    }

    private void quotas(JsonParser in, Values values) throws IOException, Refusal {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            throw refusal(QUOTAS + " is a list");
        }
        while (in.nextToken() != JsonToken.END_ARRAY) {
            values(in, values.quota());
        }
    }

    private void files(JsonParser in) throws IOException, Refusal {
        if (hasFiles) {
            throw Refusal.invalid(FILES, FILES + " stands there twice");
        }
        hasFiles = true;
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw Refusal.invalid(FILES, FILES + " is an object of base64 by name");
        }
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            if (in.nextToken() != JsonToken.VALUE_STRING || name.isEmpty() || files.size() == MAX_FILES) {
                throw Refusal.invalid(FILES, FILES + " is an object of base64 by name, with at most " + MAX_FILES);
            }
            if (files.put(Texts.checked(FILES, name), file(in)) != null) {
                throw Refusal.invalid(FILES, FILES + " has a name twice");
            }
        }
    }

    private byte[] file(JsonParser in) throws IOException, Refusal {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            in.readBinaryValue(out);
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid(FILES + " has a value that is no base64", e);
        }
        bytes += out.size();
        if (bytes > BatchText.MAX_ARCHIVES_BYTES) {
            throw Refusal.of(
                    ProblemType.CONTENT_TOO_LARGE,
                    "the files of a batch have at most " + BatchText.MAX_ARCHIVES_BYTES
                            + " bytes together: make several batches");
        }
        return out.toByteArray();
    }

    private Refusal refusal(String rule) {
        return Refusal.invalid(STEPS, "step " + count + ": " + rule);
    }
}
