package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;

/** Makes the request of an operation from a command line. Confined to one command. */
final class RequestBuilder {
    private static final Pattern UUID_TEXT = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final String STDIN = "-";
    /** A person at a terminal changes what is there. A revision is an option. */
    private static final String ANY_REVISION = "*";

    private static final String JSON = "application/json";

    /**
     * A request.
     *
     * @param query the query parameters in their order
     * @param type the media type of the body; empty without a body
     */
    record Request(
            String method,
            String path,
            Map<String, String> query,
            Map<String, String> headers,
            Optional<String> type,
            Bytes content) {
        /** The path with the query, of which one parameter is replaced. */
        String target(Map<String, String> replaced) {
            Map<String, String> all = new LinkedHashMap<>(query);
            all.putAll(replaced);
            StringBuilder target = new StringBuilder(path);
            all.forEach((name, value) -> target.append(target.indexOf("?") < 0 ? '?' : '&')
                    .append(Percent.encoded(name))
                    .append('=')
                    .append(Percent.encoded(value)));
            return target.toString();
        }
    }

    private final Document document;
    private final Operation operation;
    private final Options options;
    private final Terminal terminal;
    private final Connection connection;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private boolean stdinIsRead;

    RequestBuilder(Document document, Operation operation, Options options, Terminal terminal, Connection connection) {
        this.document = requireNonNull(document, "document");
        this.operation = requireNonNull(operation, "operation");
        this.options = requireNonNull(options, "options");
        this.terminal = requireNonNull(terminal, "terminal");
        this.connection = requireNonNull(connection, "connection");
    }

    /**
     * Makes the request.
     *
     * @param words the arguments without names
     * @throws Failure if an option is unknown or missing, or a name finds nothing
     */
    Request build(List<String> words) throws Failure {
        checkOptions();
        int at = 0;
        for (Parameter parameter : operation.parameters()) {
            if (parameter.place() == Parameter.Place.PATH) {
                variables.put(parameter.name(), identified(parameter, words.get(at++)));
            }
        }
        Map<String, String> query = new LinkedHashMap<>();
        Map<String, String> headers = new LinkedHashMap<>();
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Parameter parameter : operation.options()) {
            Optional<Object> value = value(parameter);
            if (value.isPresent()) {
                switch (parameter.place()) {
                    case QUERY -> query.put(parameter.name(), Json.text(value.get()));
                    case HEADER -> headers.put(parameter.name(), Json.text(value.get()));
                    default -> fields.put(parameter.name(), value.get());
                }
            }
        }
        if (operation.planned()) {
            query.put(Operation.DRY_RUN, "true");
        }
        if (operation.has(Operation.IDEMPOTENCY_KEY)) {
            headers.computeIfAbsent(
                    Operation.IDEMPOTENCY_KEY, name -> UUID.randomUUID().toString());
        }
        if (operation.has(Operation.IF_MATCH)) {
            headers.putIfAbsent(Operation.IF_MATCH, ANY_REVISION);
        }
        return withBody(query, headers, fields, operation.content().isEmpty() ? "" : words.get(at));
    }

    private Request withBody(
            Map<String, String> query, Map<String, String> headers, Map<String, Object> fields, String file)
            throws Failure {
        String path = operation.expand(variables);
        if (file.isEmpty()) {
            boolean none = fields.isEmpty();
            Bytes body = none ? Bytes.NONE : new Bytes(Json.write(fields, false).getBytes(StandardCharsets.UTF_8));
            return new Request(
                    operation.method(), path, query, headers, none ? Optional.empty() : Optional.of(JSON), body);
        }
        byte[] bytes = bytes(file);
        if (bytes.length == 0) {
            throw Failure.usage((file.equals(STDIN) ? "The standard input" : file) + " is empty.");
        }
        if (operation.attachments().isPresent() && !file.endsWith(".json")) {
            BatchForm form = BatchForm.of(bytes, file, operation.attachments().get(), document.fileAttributes());
            return new Request(operation.method(), path, query, headers, Optional.of(form.type()), form.content());
        }
        return new Request(operation.method(), path, query, headers, Optional.of(type(file)), new Bytes(bytes));
    }

    private String type(String file) {
        return file.endsWith(".json") && operation.content().contains(JSON)
                ? JSON
                : operation.content().get(0);
    }

    /** Checks the options before the first question and the first request. */
    private void checkOptions() throws Failure {
        Set<String> known = new TreeSet<>(Options.COMMON);
        operation.options().forEach(parameter -> known.add(parameter.option()));
        if (operation.has(Operation.NEXT)) {
            known.add(Options.ALL);
        }
        for (String name : options.names()) {
            if (!known.contains(name)) {
                throw Failure.usage(
                        "This command has no option --" + name + ". It has --" + String.join(", --", known) + ".");
            }
        }
        List<String> missing = operation.options().stream()
                .filter(parameter -> parameter.required() && !parameter.secret() && !options.has(parameter.option()))
                .map(parameter -> "--" + parameter.option())
                .toList();
        if (!missing.isEmpty()) {
            throw Failure.usage("Missing: " + String.join(", ", missing));
        }
    }

    private Optional<Object> value(Parameter parameter) throws Failure {
        if (parameter.secret()) {
            return secret(parameter);
        }
        if (!options.has(parameter.option())) {
            return Optional.empty();
        }
        if (parameter.isRepeated()) {
            return Optional.of(repeated(parameter));
        }
        String text = options.find(parameter.option()).orElseThrow();
        if (parameter.place() == Parameter.Place.FIELD) {
            return Optional.of(field(parameter, text));
        }
        return Optional.of(identified(parameter, text));
    }

    private Object field(Parameter parameter, String text) throws Failure {
        return switch (parameter.type()) {
            case "integer" -> number(parameter, text);
            case "boolean" -> truth(parameter, text);
            default -> identified(parameter, text);
        };
    }

    private static Boolean truth(Parameter parameter, String text) throws Failure {
        if (!List.of("true", "false").contains(text)) {
            throw Failure.usage("--" + parameter.option() + " is true or false.");
        }
        return Boolean.valueOf(text);
    }

    private static BigInteger number(Parameter parameter, String text) throws Failure {
        try {
            return new BigInteger(text);
        } catch (NumberFormatException e) {
            throw Failure.usage("--" + parameter.option() + " is a whole number.");
        }
    }

    private Object repeated(Parameter parameter) throws Failure {
        List<String> all = options.all(parameter.option());
        if (parameter.type().equals("array")) {
            return List.copyOf(all);
        }
        Map<String, Object> table = new LinkedHashMap<>();
        for (String one : all) {
            int equal = one.indexOf('=');
            if (equal < 1) {
                throw Failure.usage("--" + parameter.option() + " is <name>=<value>.");
            }
            table.put(one.substring(0, equal), one.substring(equal + 1));
        }
        return table;
    }

    /** A password from a file or the terminal, never from an argument, which other users of the machine could read. */
    private Optional<Object> secret(Parameter parameter) throws Failure {
        Optional<String> file = options.find(parameter.option());
        if (file.isPresent()) {
            readStdinOnce(file.get());
            return Optional.of(terminal.firstLine(file.get()));
        }
        if (!parameter.required()) {
            return Optional.empty();
        }
        String instead = "use --" + parameter.option();
        String name = Character.toUpperCase(parameter.name().charAt(0))
                + parameter.name().substring(1);
        String secret = terminal.askSecret(name + ": ", instead);
        boolean isNew = !parameter.name().startsWith("current");
        if (isNew && !secret.equals(terminal.askSecret("The same again: ", instead))) {
            throw Failure.usage("The two passwords differ.");
        }
        return Optional.of(secret);
    }

    private byte[] bytes(String file) throws Failure {
        readStdinOnce(file);
        return terminal.bytes(file);
    }

    private void readStdinOnce(String file) throws Failure {
        if (file.equals(STDIN)) {
            if (stdinIsRead) {
                throw Failure.usage("The standard input is one file: '-' stands there twice.");
            }
            stdinIsRead = true;
        }
    }

    /** The identifier of a name, if the parameter has identifiers that can be found by a name. */
    private String identified(Parameter parameter, String text) throws Failure {
        String byName = parameter.byName();
        if (byName.isEmpty() || UUID_TEXT.matcher(text).matches()) {
            return text;
        }
        String path = byName;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            path = path.replace("{" + variable.getKey() + "}", Percent.encoded(variable.getValue()));
        }
        path = path.replaceFirst("\\{[^{}]*}$", java.util.regex.Matcher.quoteReplacement(Percent.encoded(text)));
        if (path.contains("{")) {
            return text;
        }
        Connection.Answer found = connection.get(path, Map.of());
        if (!found.isSuccess()) {
            throw Problem.of(found, Map.of());
        }
        return Json.text(Json.object(found.body()).get(parameter.name()));
    }
}
