package org.esbmt.suite.management;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client that sends a line and waits for the answer, for a limited time. */
final class LineClient implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader in;

    LineClient(int port, Duration patience) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        patience(patience);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    /** Limits the time of the answers from now on. */
    private void patience(Duration patience) throws SocketException {
        socket.setSoTimeout((int) patience.toMillis());
    }

    String ask(String line, Duration patience) throws IOException {
        patience(patience);
        return ask(line);
    }

    String ask(String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        String answer = in.readLine();
        if (answer == null) {
            throw new EOFException("the server has closed");
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
