package org.esbmt.testing.golden;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.management.Descriptor;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServerConnection;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenMBeanOperationInfo;
import javax.management.openmbean.OpenMBeanParameterInfo;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularType;

/**
 * The text of MBeans as a client sees them: every attribute, operation, parameter and notification with its types and
 * descriptions. The text does not depend on an order in which the JVM lists members, nor on the kind of the MBean (MXBean,
 * dynamic, open). Names of Java types within open types lose their package: clients find items by the names of the items.
 */
public final class MBeanText {
    private static final String OPEN_TYPE = "openType";
    private static final Comparator<MBeanFeatureInfo> BY_NAME = comparing(MBeanFeatureInfo::getName);

    private final StringBuilder text = new StringBuilder();
    private final Map<String, String> types = new TreeMap<>();

    private MBeanText() {}

    /**
     * The MBeans whose names match.
     *
     * @param pattern such as {@code org.esbmt*:*}
     */
    public static String of(MBeanServerConnection server, ObjectName pattern) throws Exception {
        Set<ObjectName> names = new TreeSet<>(comparing(ObjectName::getCanonicalName));
        names.addAll(server.queryNames(pattern, null));
        StringBuilder all = new StringBuilder();
        for (ObjectName name : names) {
            all.append(all.isEmpty() ? "" : "\n").append(of(server, name, name.getCanonicalName()));
        }
        return all.toString();
    }

    /**
     * One MBean.
     *
     * @param shown its name in the text, for an MBean with a varying name
     */
    public static String of(MBeanServerConnection server, ObjectName name, String shown) throws Exception {
        boolean emits = server.isInstanceOf(name, "javax.management.NotificationBroadcaster");
        return new MBeanText().bean(shown, emits, server.getMBeanInfo(name));
    }

    /** A notification for a listener, with the items of composite user data and their values. */
    public static String of(Notification notification) {
        MBeanText text = new MBeanText();
        text.line(0, "notification " + notification.getType() + " of " + notification.getSource());
        text.line(1, "message " + notification.getMessage());
        if (notification.getUserData() instanceof CompositeData data) {
            text.line(1, "data " + text.named(data.getCompositeType()));
            for (String item : new TreeSet<>(data.getCompositeType().keySet())) {
                text.line(2, item + " = " + data.get(item));
            }
        } else {
            text.line(1, "data " + notification.getUserData());
        }
        text.types.values().forEach(text.text::append);
        return text.text.toString();
    }

    private String bean(String name, boolean emits, MBeanInfo info) throws JMException {
        line(0, "mbean " + name + (emits ? ", emits notifications" : ""));
        described(info.getDescription(), 1);
        for (MBeanAttributeInfo attribute : sorted(info.getAttributes(), BY_NAME)) {
            attribute(attribute);
        }
        for (MBeanOperationInfo operation : sorted(
                info.getOperations(), comparing(MBeanOperationInfo::getName).thenComparing(MBeanText::signature))) {
            operation(operation);
        }
        for (MBeanNotificationInfo notification :
                sorted(info.getNotifications(), comparing(n -> String.join(",", n.getNotifTypes())))) {
            line(1, "notification " + String.join(", ", notification.getNotifTypes()) + ": " + notification.getName());
            described(notification.getDescription(), 2);
        }
        types.values().forEach(text::append);
        return text.toString();
    }

    private void attribute(MBeanAttributeInfo attribute) {
        OpenType<?> open = attribute instanceof OpenMBeanAttributeInfo known
                ? known.getOpenType()
                : declared(attribute.getDescriptor());
        String access = (attribute.isReadable() ? "read" : "") + (attribute.isWritable() ? "write" : "");
        line(
                1,
                "attribute " + attribute.getName() + ": " + type(attribute.getType(), open) + ", " + access
                        + (attribute.isIs() ? ", is" : ""));
        described(attribute.getDescription(), 2);
    }

    private void operation(MBeanOperationInfo operation) {
        OpenType<?> open = operation instanceof OpenMBeanOperationInfo known
                ? known.getReturnOpenType()
                : declared(operation.getDescriptor());
        line(
                1,
                "operation " + operation.getName() + "(" + signature(operation) + "): "
                        + type(operation.getReturnType(), open) + ", " + impact(operation.getImpact()));
        described(operation.getDescription(), 2);
        for (MBeanParameterInfo parameter : operation.getSignature()) {
            OpenType<?> openParameter = parameter instanceof OpenMBeanParameterInfo known
                    ? known.getOpenType()
                    : declared(parameter.getDescriptor());
            line(2, "parameter " + parameter.getName() + ": " + type(parameter.getType(), openParameter));
            described(parameter.getDescription(), 3);
        }
    }

    private static String signature(MBeanOperationInfo operation) {
        return Arrays.stream(operation.getSignature())
                .map(MBeanParameterInfo::getType)
                .collect(joining(", "));
    }

    private static String impact(int impact) {
        return switch (impact) {
            case MBeanOperationInfo.INFO -> "INFO";
            case MBeanOperationInfo.ACTION -> "ACTION";
            case MBeanOperationInfo.ACTION_INFO -> "ACTION_INFO";
            default -> "UNKNOWN";
        };
    }

    private static OpenType<?> declared(Descriptor descriptor) {
        return (OpenType<?>) descriptor.getFieldValue(OPEN_TYPE);
    }

    /** The class in a client's signature, and the open type if the class is not specific enough. */
    private String type(String javaType, OpenType<?> open) {
        if (open == null) {
            return javaType + ", not open";
        }
        return element(open) instanceof SimpleType ? javaType : javaType + " " + named(open);
    }

    private static OpenType<?> element(OpenType<?> open) {
        return open instanceof ArrayType<?> array ? array.getElementOpenType() : open;
    }

    private String named(OpenType<?> open) {
        if (open instanceof ArrayType<?> array) {
            return named(array.getElementOpenType()) + "[]".repeat(array.getDimension());
        }
        if (open instanceof CompositeType composite) {
            String name = simple(composite.getTypeName());
            remember(name, composite);
            return name;
        }
        if (open instanceof TabularType tabular) {
            return "table of " + named(tabular.getRowType()) + " by " + String.join(", ", tabular.getIndexNames());
        }
        return open.getClassName();
    }

    private void remember(String name, CompositeType composite) {
        StringBuilder items = new StringBuilder("  type " + name + "\n");
        for (String item : new TreeSet<>(composite.keySet())) {
            items.append("    item ").append(item).append(": ").append(item(composite.getType(item)));
            Optional.of(composite.getDescription(item))
                    .filter(description -> !description.equals(item))
                    .ifPresent(description -> items.append(" -- ").append(description));
            items.append('\n');
        }
        String before = types.put(name, items.toString());
        if (before != null && !before.equals(items.toString())) {
            throw new AssertionError("Two types have the name " + name + ":\n" + before + items);
        }
    }

    private String item(OpenType<?> open) {
        return element(open) instanceof SimpleType ? open.getClassName() : named(open);
    }

    private static String simple(String typeName) {
        return typeName.replaceAll("\\b([a-z]\\w*\\.)+(\\w+\\$)*(?=[A-Z])", "");
    }

    private void described(String description, int depth) {
        line(depth, "-- " + requireNonNull(description, "description").replace("\n", "\\n"));
    }

    private void line(int depth, String words) {
        text.append("  ".repeat(depth)).append(words.stripTrailing()).append('\n');
    }

    private static <T> Iterable<T> sorted(T[] all, Comparator<? super T> by) {
        return Arrays.stream(all).sorted(by).toList();
    }
}
