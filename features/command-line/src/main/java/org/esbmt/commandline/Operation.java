package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An operation of the document.
 *
 * @param command its noun and verb, joined by hyphens
 * @param path with variables in braces
 * @param parameters in the order of the document
 * @param content the media types of a body that is a file; empty for another body
 * @param attachments the part of a form with further files; empty for another body
 * @param planned true for a command that only plans the operation
 * @param answersList true if the answer has the field {@code items}
 */
record Operation(
        String command,
        String method,
        String path,
        String group,
        String summary,
        List<Parameter> parameters,
        List<String> content,
        Optional<String> attachments,
        boolean planned,
        boolean answersList) {
    static final String DRY_RUN = "dryRun";
    static final String NEXT = "next";
    static final String LIMIT = "limit";
    static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    static final String IF_MATCH = "If-Match";
    static final String FORM = "multipart/form-data";
    static final String FILE = "file";

    Operation {
        requireNonNull(command, "command");
        parameters = List.copyOf(parameters);
        content = List.copyOf(content);
    }

    /** The arguments without names, in their order: the variables of the path, then a file. */
    List<String> positionals() {
        List<String> names = new ArrayList<>();
        parameters.stream()
                .filter(parameter -> parameter.place() == Parameter.Place.PATH)
                .forEach(parameter -> names.add(shown(parameter)));
        if (!content.isEmpty()) {
            names.add(FILE);
        }
        return names;
    }

    /** People give a name in place of an identifier that can be found by it. */
    static String shown(Parameter variable) {
        return variable.byName().isEmpty()
                ? variable.option()
                : variable.byName()
                        .substring(
                                variable.byName().lastIndexOf('{') + 1,
                                variable.byName().length() - 1);
    }

    /** The arguments with names. */
    List<Parameter> options() {
        return parameters.stream()
                .filter(parameter -> parameter.place() != Parameter.Place.PATH)
                .filter(parameter -> !(planned && parameter.name().equals(DRY_RUN)))
                .toList();
    }

    boolean has(String parameter) {
        return parameters.stream().anyMatch(one -> one.name().equals(parameter));
    }

    /** True for a request that changes nothing. */
    boolean reads() {
        return method.equals("GET");
    }

    /** The path with its variables. */
    String expand(Map<String, String> variables) {
        String expanded = path;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            expanded = expanded.replace("{" + variable.getKey() + "}", Percent.encoded(variable.getValue()));
        }
        return expanded;
    }
}
