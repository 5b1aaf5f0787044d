package org.esbmt.commandline;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Completes a command line: nouns, verbs, options, and the names of objects. */
final class Completion {
    /** The hidden command of the scripts. Its arguments are the words so far, the last one incomplete. */
    static final String COMMAND = "__complete";

    private static final List<String> SHELLS = List.of("bash", "fish", "zsh");
    private static final String PAGE = "100";
    private static final String NAME = "name";
    private static final String CONTAINS = "Contains";

    private Completion() {}

    /** The script of a shell. It runs the program of the command line that is completed, wherever that is. */
    static String script(String shell) throws Failure {
        if (!SHELLS.contains(shell)) {
            throw Failure.usage("esbmt completion bash, fish or zsh.");
        }
        try (InputStream script = Completion.class.getResourceAsStream("completion." + shell)) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The words that can be in place of the last one. */
    static List<String> of(Terminal terminal, List<String> words) throws Failure {
        CompletedLine line = CompletedLine.of(words);
        Optional<Document> document = Session.keptDocument(terminal, line.options(flag -> !Esbmt.hasValue(flag)));
        Set<String> flags = document.map(Document::flags).orElse(Set.of());
        Options options = line.options(flag -> document.isEmpty() ? !Esbmt.hasValue(flag) : flags.contains(flag));
        Optional<String> valued = line.valued(flags);
        List<String> found = valued.isPresent()
                ? values(terminal, document, options.words(), valued.get())
                : candidates(terminal, document, options, line.last());
        return found.stream()
                .filter(word -> word.startsWith(line.last()))
                .filter(word -> word.chars().noneMatch(Character::isISOControl))
                .map(word -> line.prefix() + word)
                .sorted()
                .distinct()
                .toList();
    }

    /** The values of an option, as far as they are known. */
    private static List<String> values(
            Terminal terminal, Optional<Document> document, List<String> words, String option) {
        if (option.equals(Options.OUTPUT)) {
            return List.of(Run.TABLE, Run.JSON);
        }
        if (option.equals(Options.PROFILE)) {
            return Profiles.of(terminal).names();
        }
        return document.flatMap(its -> its.find(words)).stream()
                .flatMap(command -> command.operations().stream())
                .flatMap(operation -> operation.options().stream())
                .filter(parameter -> parameter.option().equals(option))
                .flatMap(parameter -> parameter.choices().stream())
                .toList();
    }

    private static List<String> candidates(Terminal terminal, Optional<Document> document, Options options, String last)
            throws Failure {
        List<String> before = options.words();
        List<String> found = new ArrayList<>();
        if (before.isEmpty()) {
            found.addAll(List.of("login", "logout", Esbmt.COMPLETION));
            if (last.startsWith("-")) {
                found.add("--" + Options.HELP);
            }
        } else if (Login.is(before)) {
            Login.options(before).forEach(option -> found.add("--" + option));
            return found;
        } else if (before.equals(List.of(Esbmt.COMPLETION))) {
            return SHELLS;
        }
        if (document.isEmpty()) {
            return found;
        }
        String prefix = before.isEmpty() ? "" : String.join("-", before) + "-";
        for (Operation operation : document.get().operations()) {
            if (operation.command().startsWith(prefix)) {
                String rest = operation.command().substring(prefix.length());
                found.add(before.isEmpty() ? rest.split("-", 2)[0] : rest);
            }
        }
        Optional<Document.Command> command = document.get().find(before);
        if (command.isPresent()) {
            if (last.startsWith("-")) {
                Options.COMMON.forEach(option -> found.add("--" + option));
                for (Operation operation : command.get().operations()) {
                    operation.options().forEach(parameter -> found.add("--" + parameter.option()));
                    if (operation.has(Operation.NEXT)) {
                        found.add("--" + Options.ALL);
                    }
                }
            } else {
                found.addAll(objects(terminal, document.get(), command.get(), options, last));
            }
        }
        return found;
    }

    /** The names of the objects in a collection, whose variable is the next argument. */
    private static List<String> objects(
            Terminal terminal, Document document, Document.Command command, Options options, String last)
            throws Failure {
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
            Optional<Operation> list = document.operations().stream()
                    .filter(other ->
                            other.reads() && other.answersList() && other.path().equals(collection))
                    .findFirst();
            if (list.isPresent()) {
                return listed(Session.openQuickly(terminal, options), path, command, list.get(), last);
            }
        }
        return List.of();
    }

    private static List<String> listed(
            Session session, List<Parameter> path, Document.Command command, Operation list, String last)
            throws Failure {
        String expanded = list.path();
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
        // The bus looks among thousands for those that contain the beginning.
        String contains = list.has(named + CONTAINS) ? named + CONTAINS : NAME + CONTAINS;
        if (list.has(contains) && !last.isEmpty()) {
            expanded += "?" + contains + "=" + Percent.encoded(last) + "&limit=" + PAGE;
        } else if (list.has(Operation.LIMIT)) {
            expanded += "?limit=" + PAGE;
        }
        List<String> names = new ArrayList<>();
        for (Object item : Json.list(
                Json.object(session.connection().get(expanded, Map.of()).body()).get("items"))) {
            Map<String, Object> object = Json.object(item);
            names.add(Json.text(object.getOrDefault(named, object.get(NAME))));
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
