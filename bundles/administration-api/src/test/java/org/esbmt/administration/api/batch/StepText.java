package org.esbmt.administration.api.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserRef;

/**
 * A step of a batch as text: its command, then each component of the command in order. Empty components are left out, records inside
 * are flattened, files are shown with their bytes.
 */
final class StepText {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

    private final StringBuilder text = new StringBuilder();

    StepText(Batch.Step step) {
        String command = step.command().getClass().getSimpleName();
        text.append(command.substring(0, 1).toLowerCase(Locale.ROOT)).append(command.substring(1));
        components(step.command());
        value("revision", step.expectedRevision());
    }

    @Override
    public String toString() {
        return text.toString();
    }

    private void components(Object holder) {
        for (RecordComponent component : holder.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                value(component.getName(), component.getAccessor().invoke(holder));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(component.toString(), e);
            }
        }
    }

    private void value(String name, Object value) {
        if (value instanceof Optional<?> present) {
            present.ifPresent(inside -> value(name, inside));
        } else if (value instanceof OptionalLong present) {
            present.ifPresent(number -> value(name, number));
        } else if (value instanceof Map<?, ?> entries) {
            new TreeMap<>(entries).forEach((key, inside) -> value(name + " of " + key, inside));
        } else if (value instanceof Set<?> set) {
            value(name, set.stream().map(Object::toString).sorted().collect(joining(" ")));
        } else if (value instanceof Password password) {
            value(name, new String(password.characters()));
        } else if (value instanceof QName qualified) {
            value("namespace", qualified.getNamespaceURI());
            value(name, qualified.getLocalPart());
        } else if (value instanceof Content content) {
            value(name, "bytes of " + read(content));
        } else if (value instanceof Record && !(value instanceof TenantRef) && !(value instanceof UserRef)) {
            components(value);
        } else {
            String shown = CONTROL.matcher(value.toString()).replaceAll(found -> "\\\\u%04x"
                    .formatted((int) found.group().charAt(0)));
            text.append(' ').append(name).append("=\"").append(shown).append('"');
        }
    }

    private static String read(Content content) {
        try {
            return new String(content.open().readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
