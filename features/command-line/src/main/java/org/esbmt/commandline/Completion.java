package org.esbmt.commandline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Completes a command line: nouns, verbs, options, and the names of objects. */
final class Completion {
    /** The hidden command of the scripts. Its arguments are the words so far, the last one incomplete. */
    static final String COMMAND = "__complete";

    private static final String BASH = """
            _esbmt() {
              local IFS=$'\\n'
              COMPREPLY=($(esbmt __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
            }
            complete -o default -F _esbmt esbmt
            """;

    private static final String ZSH = """
            #compdef esbmt
            _esbmt() {
              local -a found
              found=("${(@f)$(esbmt __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
              if [[ -n ${found[1]} ]]; then compadd -a found; else _files; fi
            }
            compdef _esbmt esbmt
            """;

    private Completion() {}

    static String script(String shell) throws Failure {
        return switch (shell) {
            case "bash" -> BASH;
            case "zsh" -> ZSH;
            default -> throw Failure.usage("esbmt completion bash, or zsh.");
        };
    }

    /** The words that can be in place of the last one. */
    static List<String> of(Terminal terminal, List<String> words) throws Failure {
        Options none = Options.read(List.of(), flag -> false);
        Optional<Document> document = Session.keptDocument(terminal, none);
        String last = words.isEmpty() ? "" : words.get(words.size() - 1);
        List<String> before = new ArrayList<>();
        for (String word : words.subList(0, Math.max(0, words.size() - 1))) {
            if (!word.startsWith("--")) {
                before.add(word);
            }
        }
        TreeSet<String> found = new TreeSet<>();
        if (document.isEmpty()) {
            found.addAll(List.of("login", "logout", "completion"));
        } else {
            found.addAll(candidates(terminal, document.get(), before, last));
        }
        return found.stream().filter(word -> word.startsWith(last)).toList();
    }

    private static List<String> candidates(Terminal terminal, Document document, List<String> before, String last)
            throws Failure {
        List<String> found = new ArrayList<>();
        if (before.isEmpty()) {
            found.addAll(List.of("login", "logout", "completion"));
        }
        String prefix = before.isEmpty() ? "" : String.join("-", before) + "-";
        for (Operation operation : document.operations()) {
            if (operation.command().startsWith(prefix)) {
                String rest = operation.command().substring(prefix.length());
                found.add(before.isEmpty() ? rest.split("-", 2)[0] : rest);
            }
        }
        Optional<Document.Command> command = document.find(before);
        if (command.isPresent()) {
            if (last.startsWith("-")) {
                Options.COMMON.forEach(option -> found.add("--" + option));
                command.get().operations().forEach(operation -> operation
                        .options()
                        .forEach(parameter -> found.add("--" + parameter.option())));
            } else {
                found.addAll(objects(terminal, document, command.get()));
            }
        }
        return found;
    }

    /** The names of the objects in a collection, whose variable is the next argument. */
    private static List<String> objects(Terminal terminal, Document document, Document.Command command) throws Failure {
        int at = command.rest().size();
        for (Operation operation : command.operations()) {
            List<Parameter> path = operation.parameters().stream()
                    .filter(parameter -> parameter.place() == Parameter.Place.PATH)
                    .toList();
            if (at >= path.size()) {
                continue;
            }
            Parameter wanted = path.get(at);
            String collection = operation.path().substring(0, operation.path().indexOf("/{" + wanted.name() + "}"));
            boolean listed = document.operations().stream()
                    .anyMatch(other ->
                            other.reads() && other.answersList() && other.path().equals(collection));
            if (listed) {
                return listed(
                        Session.open(terminal, Options.read(List.of(), flag -> false), false),
                        path,
                        command,
                        collection);
            }
        }
        return List.of();
    }

    private static List<String> listed(
            Session session, List<Parameter> path, Document.Command command, String collection) throws Failure {
        String expanded = collection;
        Parameter wanted = path.get(command.rest().size());
        for (int i = 0; i < command.rest().size(); i++) {
            String variable = "{" + path.get(i).name() + "}";
            if (expanded.contains(variable)) {
                expanded = expanded.replace(
                        variable,
                        Percent.encoded(
                                identified(session, path.get(i), command.rest().get(i))));
            }
        }
        String byName = wanted.byName();
        String named =
                byName.isEmpty() ? wanted.name() : byName.substring(byName.lastIndexOf('{') + 1, byName.length() - 1);
        List<String> names = new ArrayList<>();
        for (Object item : Json.list(
                Json.object(session.connection().get(expanded, Map.of()).body()).get("items"))) {
            Map<String, Object> object = Json.object(item);
            names.add(Json.text(object.getOrDefault(named, object.get("name"))));
        }
        return names;
    }

    /** The identifier of the object of a name at the first level, such as a tenant. */
    private static String identified(Session session, Parameter parameter, String name) throws Failure {
        if (parameter.byName().isEmpty()) {
            return name;
        }
        String path = parameter.byName().replaceFirst("\\{[^{}]*}$", Percent.encoded(name));
        return Json.text(
                Json.object(session.connection().get(path, Map.of()).body()).get(parameter.name()));
    }
}
