package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The operations of the OpenAPI document of a bus. Immutable. */
final class Document {
    private static final String CONTENT = "content";
    private static final String JSON = "application/json";
    private static final String PROPERTIES = "properties";

    private final Map<String, Object> root;
    private final List<Operation> operations = new ArrayList<>();

    private Document(Map<String, Object> root) {
        this.root = requireNonNull(root, "root");
        Json.object(root.get("paths")).forEach((path, methods) -> Json.object(methods)
                .forEach((method, operation) -> read(path, method, Json.object(operation))));
        operations.sort(Comparator.comparing(Operation::command)
                .thenComparing(operation -> operation.positionals().size()));
    }

    static Document of(byte[] json) {
        return new Document(Json.object(json));
    }

    List<Operation> operations() {
        return List.copyOf(operations);
    }

    /** The options without a value, without their hyphens. */
    Set<String> flags() {
        return operations.stream()
                .flatMap(operation -> operation.options().stream())
                .filter(Parameter::isFlag)
                .map(Parameter::option)
                .collect(Collectors.toSet());
    }

    /** The names of file attributes in the steps of a batch, each as {@code <step> <attribute>}. */
    Set<String> fileAttributes() {
        Map<String, Object> schemas =
                Json.object(Json.object(root.get("components")).get("schemas"));
        Map<String, Object> steps = Json.object(
                Json.object(Json.object(schemas.get("Batch")).get(PROPERTIES)).get("steps"));
        Set<String> names = new TreeSet<>();
        Json.object(Json.object(steps.get("items")).get(PROPERTIES))
                .forEach((step, schema) -> Json.object(Json.object(schema).get(PROPERTIES))
                        .forEach((attribute, its) -> {
                            if (Boolean.TRUE.equals(Json.object(its).get("x-file"))) {
                                names.add(step + " " + attribute);
                            }
                        }));
        return names;
    }

    private void read(String path, String method, Map<String, Object> operation) {
        String command = Json.text(operation.get("x-command"));
        if (command.isEmpty()) {
            return;
        }
        operations.add(operation(command, path, method, operation, false));
        String plan = Json.text(operation.get("x-plan-command"));
        if (!plan.isEmpty()) {
            operations.add(operation(plan, path, method, operation, true));
        }
    }

    private Operation operation(
            String command, String path, String method, Map<String, Object> operation, boolean planned) {
        List<Parameter> parameters = new ArrayList<>();
        Json.list(operation.get("parameters"))
                .forEach(parameter -> parameters.add(Parameter.of(resolved(Json.object(parameter)))));
        Map<String, Object> body =
                Json.object(Json.object(operation.get("requestBody")).get(CONTENT));
        Optional<String> attachments = attachments(body);
        boolean isFile = !body.isEmpty() && (attachments.isPresent() || !body.containsKey(JSON));
        if (!isFile) {
            fields(parameters, resolved(Json.object(Json.object(body.get(JSON)).get("schema"))));
        }
        return new Operation(
                command,
                method.toUpperCase(java.util.Locale.ROOT),
                path,
                Json.list(operation.get("tags")).stream()
                        .findFirst()
                        .map(Json::text)
                        .orElse(""),
                Json.text(operation.get("summary")),
                parameters,
                isFile ? List.copyOf(body.keySet()) : List.of(),
                attachments,
                planned,
                answersList(Json.object(operation.get("responses"))));
    }

    private static void fields(List<Parameter> parameters, Map<String, Object> schema) {
        List<Object> required = Json.list(schema.get("required"));
        Json.object(schema.get(PROPERTIES))
                .forEach((name, property) ->
                        parameters.add(Parameter.of(name, Json.object(property), required.contains(name))));
    }

    /** The part of a form that may stand there several times. */
    private Optional<String> attachments(Map<String, Object> body) {
        Map<String, Object> form =
                resolved(Json.object(Json.object(body.get(Operation.FORM)).get("schema")));
        return Json.object(form.get(PROPERTIES)).entrySet().stream()
                .filter(part -> "array".equals(Json.object(part.getValue()).get("type")))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private boolean answersList(Map<String, Object> responses) {
        Map<String, Object> json = Json.object(
                Json.object(Json.object(responses.get("200")).get(CONTENT)).get(JSON));
        return Json.object(resolved(Json.object(json.get("schema"))).get(PROPERTIES))
                .containsKey("items");
    }

    private Map<String, Object> resolved(Map<String, Object> value) {
        String reference = Json.text(value.get("$ref"));
        if (!reference.startsWith("#/")) {
            return value;
        }
        Object at = root;
        for (String name : reference.substring("#/".length()).split("/", -1)) {
            at = Json.object(at).get(name);
        }
        return Json.object(at);
    }

    /**
     * Finds the operations of the command that begins a list of words: {@code tenant list}, {@code tenant-list}.
     *
     * @return empty if no command begins so
     */
    Optional<Command> find(List<String> words) {
        if (!words.isEmpty() && words.get(0).contains("-")) {
            Optional<Command> exact = command(words.get(0), words.subList(1, words.size()));
            if (exact.isPresent()) {
                return exact;
            }
        }
        for (int count = words.size(); count > 0; count--) {
            Optional<Command> joined =
                    command(String.join("-", words.subList(0, count)), words.subList(count, words.size()));
            if (joined.isPresent()) {
                return joined;
            }
        }
        return Optional.empty();
    }

    private Optional<Command> command(String name, List<String> rest) {
        List<Operation> its = operations.stream()
                .filter(operation -> operation.command().equals(name))
                .toList();
        return its.isEmpty() ? Optional.empty() : Optional.of(new Command(its, rest));
    }

    /**
     * A command with the words after it.
     *
     * @param operations with different numbers of arguments
     */
    record Command(List<Operation> operations, List<String> rest) {
        Command {
            operations = List.copyOf(operations);
            rest = List.copyOf(rest);
        }

        /** The operation with as many arguments as there are words. */
        Optional<Operation> operation() {
            return operations.stream()
                    .filter(operation -> operation.positionals().size() == rest.size())
                    .findFirst();
        }
    }
}
