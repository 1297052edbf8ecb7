import { prepareImage } from "@/lib/media/prepare-image";
import { handleWorkerTask } from "@/store/base/run-in-worker";

// A worker of its own, because decoding a phone's photo blocks a thread for a second.
handleWorkerTask(prepareImage);
